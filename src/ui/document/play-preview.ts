/** Length of a preview in seconds. From five seconds on it would need a way to stop it (WCAG 2.2.2). */
const seconds = 3;

/**
 * Plays a few seconds from the middle of a film over a picture, silently and hidden from screen readers, and is then
 * removed. `film` is the address of an MP4, or one without an extension if the film exists as WebM and MP4. Returns a
 * function that stops playing and loading.
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
    // If it has only just started, there is no transition whose end could be awaited.
    void Promise.allSettled(video.getAnimations().map(({ finished }) => finished)).then(remove);
  }

  video.addEventListener('loadedmetadata', () => {
    const begin = Math.max(0, (video.duration - seconds) / 2);
    video.currentTime = begin;
    end = begin + seconds;
  });
  video.addEventListener(
    'seeked',
    // If playing is rejected or was stopped meanwhile, the picture stays.
    () => void video.play().catch(remove),
    { once: true },
  );
  video.addEventListener('playing', () => {
    video.dataset.shown = '';
  });
  video.addEventListener('timeupdate', () => {
    // The preview file has only this length and may end slightly earlier.
    if (video.ended || video.currentTime >= end) stop();
  });
  video.lastElementChild?.addEventListener('error', remove);
  picture.append(video);
  return stop;
}
