import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import { createHlsFilmStreams } from '#adapters/films/hls-film-streams.ts';
import { addMoreTexts, createTexts, firstLocale } from './kit/operator-texts.ts';
import { FilmStreamsContext } from './learning/film-streams.ts';
import { createRoutes } from './routes.tsx';
import '#ui/styles/tokens.css';
import '#ui/styles/fonts.css';
import '#ui/styles/base.css';
import './back-office.css';

const locale = firstLocale();
document.documentElement.lang = locale;
const i18n = await createTexts(locale);
const { path = '/' } = document.documentElement.dataset;
const place = document.getElementById('back-office');
if (place === null) throw new Error('The document has no place for the back office');
createRoot(place).render(
  <StrictMode>
    <I18nextProvider i18n={i18n}>
      <FilmStreamsContext value={createHlsFilmStreams(window)}>
        <RouterProvider router={createRoutes(path, () => addMoreTexts(i18n))} />
      </FilmStreamsContext>
    </I18nextProvider>
  </StrictMode>,
);
