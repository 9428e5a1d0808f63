import { defineConfig } from 'vite';
import { compressFiles } from './src/app/bundling/compress-files.ts';
import { scopedClassName } from './src/app/bundling/scoped-class-name.ts';
import { layerSharedStyles } from './src/app/bundling/style-layers.ts';

// A build of its own: what shoppers load knows nothing of the back office (docs/architecture.md, "One bundle, one process").
export default defineConfig({
  plugins: [layerSharedStyles(), compressFiles()],
  css: { modules: { generateScopedName: scopedClassName } },
  publicDir: false,
  build: {
    outDir: 'build/back-office',
    assetsDir: 'assets/back-office',
    // A file whose name begins with a dot is not served.
    manifest: '.manifest.json',
    cssCodeSplit: false,
    rolldownOptions: { input: 'src/back-office/main.tsx' },
  },
});
