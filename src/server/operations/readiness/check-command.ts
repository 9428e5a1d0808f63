import { z } from 'zod';
import { asLine, defineCommand } from '#server/operations/commands/command.ts';
import type { Finding } from './finding.ts';

/** Options of the checks, besides the settings. */
export interface CheckOptions {
  readonly dkimSelector: string | null;
  /** Folder with backups, or one backup; null if not given. */
  readonly backups: string | null;
}

/** Context of `check`: runs all checks and changes nothing. */
export interface CheckContext {
  runChecks(options: CheckOptions): Promise<readonly Finding[]>;
}

const order = ['wrong', 'look'] as const;

/** `check`: lists everything that would go wrong when the shop goes live. */
export const checkCommand = defineCommand<
  z.ZodType<{ readonly dkim?: string | undefined; readonly backups?: string | undefined }>,
  CheckContext
>({
  name: 'check',
  usage: '[--dkim SELECTOR] [--backups FOLDER]',
  summary: 'tells what would go wrong when the shop goes live, a line each with its cure; changes nothing',
  notes: [
    '--dkim SELECTOR   also looks the DKIM key of the mail service up',
    '--backups FOLDER  also looks at the age of the newest backup in that folder',
  ],
  options: { dkim: { type: 'string' }, backups: { type: 'string' } },
  input: z.object({
    dkim: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,63}$/, 'write the selector as the mail service shows it')
      .optional(),
    backups: z.string().optional(),
  }),
  async run({ runChecks }, { dkim, backups }) {
    const findings = await runChecks({ dkimSelector: dkim ?? null, backups: backups ?? null });
    const wrong = findings.filter(({ weight }) => weight === 'wrong').length;
    const lines = [
      ...order.flatMap((weight) =>
        findings
          .filter((finding) => finding.weight === weight)
          .map(({ subject, problem, cure }) => `${weight}  ${subject}: ${problem}; ${cure}.`),
      ),
      wrong === 0
        ? 'Nothing would go wrong.'
        : `${wrong === 1 ? '1 thing' : `${wrong} things`} would go wrong.`,
    ];
    return { exit: wrong === 0 ? 0 : 1, text: lines.map(asLine) };
  },
});
