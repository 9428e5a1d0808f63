/** Seconds of a preview: below five, from which on one could have to stop it (WCAG 2.2.2). */
const seconds = 3;

/**
 * Plays some seconds from the middle of a film over a picture, silently and hidden from screen readers; then the
 * picture is seen again. `film` is the address of an MP4, or without an ending that of a film in both formats. Returns
 * what stops it; stopped, nothing more is loaded.
 */
export function playPreview(picture: Element, film: string): () => void {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.disablePictureInPicture = true;
  video.disableRemotePlayback = true;
  video.preload = 'auto';
  video.ariaHidden = 'true';
  const whole = film.replace(/\.mp4$/, '');
  for (const format of whole === film ? ['webm', 'mp4'] : ['mp4']) {
    const source = document.createElement('source');
    source.src = `${whole}.${format}`;
    source.type = `video/${format}`;
    video.append(source);
  }
  let end = Number.POSITIVE_INFINITY;

  function remove(): void {
    video.replaceChildren();
    video.load();
    video.remove();
  }

  function stop(): void {
    video.pause();
    delete video.dataset.shown;
    // One that has only just begun has nothing to fade out, and no transition of it would end.
    void Promise.allSettled(video.getAnimations().map(({ finished }) => finished)).then(remove);
  }

  video.addEventListener('loadedmetadata', () => {
    const begin = Math.max(0, (video.duration - seconds) / 2);
    video.currentTime = begin;
    end = begin + seconds;
  });
  video.addEventListener(
    'seeked',
    // Refused, or stopped meanwhile: the picture stays.
    () => void video.play().catch(remove),
    { once: true },
  );
  video.addEventListener('playing', () => {
    video.dataset.shown = '';
  });
  video.addEventListener('timeupdate', () => {
    // A file of just these seconds may end a moment before.
    if (video.ended || video.currentTime >= end) stop();
  });
  video.lastElementChild?.addEventListener('error', remove);
  picture.append(video);
  return stop;
}
