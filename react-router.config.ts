import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/ui',
  ssr: true,
  // All routes are sent at once: they are few, and an unknown route would be prefetched as a 404.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
