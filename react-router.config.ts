import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/ui',
  ssr: true,
  // A dozen routes are sooner sent than asked for; and a page that is not known yet would be prefetched as a 404.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
