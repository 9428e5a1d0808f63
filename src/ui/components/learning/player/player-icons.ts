/** Icons of the player: paths on a 24 px grid, like those of `Icon`. */
export const playerIcons = {
  captions: 'M3.5 5.5h17v13h-17zM7 12.5h5M14.5 12.5H17M7 15.5h2.5M12 15.5h5',
  cast: 'M3.5 9.5V6h17v12.5h-7M3.5 13a5.5 5.5 0 0 1 5.5 5.5M3.5 16.5a2 2 0 0 1 2 2',
  full_screen: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  pause: 'M8 5v14M16 5v14',
  picture_in_picture: 'M3.5 5.5h17v13h-17zM12 12h5.5v3.5H12z',
  settings:
    'M4 7.5h8M18 7.5h2M12 7.5a3 3 0 1 0 6 0a3 3 0 1 0-6 0zM4 16.5h2M12 16.5h8M6 16.5a3 3 0 1 0 6 0a3 3 0 1 0-6 0z',
  sound: 'M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  sound_off: 'M4 9.5v5h3.5L12 19V5L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
} as const;
