import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

// The process entry is built through Vite as well: React Router's typed context only matches
// when host and storefront share one module instance (docs/architecture.md, "One bundle").
export default defineConfig({
  plugins: [reactRouter()],
  environments: {
    ssr: { build: { rollupOptions: { input: './src/composition/server.ts' } } },
  },
});
