import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/ui',
  ssr: true,
} satisfies Config;
