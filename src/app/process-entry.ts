import * as build from 'virtual:react-router/server-build';
import { runShop } from './start/run-shop.ts';

// The process entry that Vite builds: server and storefront in one bundle (docs/architecture.md, "One
// bundle").
await runShop({ build, before: null });
