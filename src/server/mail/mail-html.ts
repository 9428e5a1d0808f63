import { escapeHtml } from './escape-html.ts';
import type { MailBody, MailPart, MailRow } from './mail-layout.ts';

/** The shop's colours on paper (look.md), written out because mail programs know no variables. */
const colours = {
  ink: '#14110d',
  paper: '#f6f1e7',
  sheet: '#fffcf5',
  deep: '#ebe3d3',
  muted: '#5c5343',
  gold: '#ba8904',
  goldText: '#76560a',
} as const;

const serif = "Fraunces,Georgia,'Times New Roman',serif";
const sans = "Inter,'Helvetica Neue',Arial,sans-serif";
const mono = "'SF Mono',Consolas,Menlo,monospace";

/**
 * The mail as HTML for mail programs: tables and inline styles, no picture and nothing from elsewhere, so nobody learns
 * who reads it.
 */
export function layOutHtml(body: MailBody): string {
  const { heading, preview, parts, closing, brand, locale } = body;
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;padding:0;background:${colours.paper};color:${colours.ink}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
${layoutTable(`background:${colours.paper}`)}<tr><td align="center" style="padding:24px 12px">
${layoutTable('max-width:600px;text-align:left')}
<tr><td style="padding:20px 32px;background:${colours.ink};border-bottom:3px solid ${colours.gold};font:22px/1.3 ${serif};color:${colours.paper}">${escapeHtml(brand.name)}</td></tr>
<tr><td style="padding:32px;background:${colours.sheet};font:16px/1.6 ${sans};color:${colours.ink}">
<h1 style="margin:0 0 20px;font:normal 30px/1.2 ${serif}">${escapeHtml(heading)}</h1>
${parts.map((part) => partHtml(part, body)).join('\n')}
<p style="margin:28px 0 0">${escapeHtml(closing)}</p>
</td></tr>
<tr><td style="padding:20px 32px;font:13px/1.6 ${sans};color:${colours.muted}">${brand.company.map(escapeHtml).join('<br>')}</td></tr>
</table></td></tr></table>
</body>
</html>
`;
}

/** Opens a table that only places things. */
function layoutTable(style: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style}">`;
}

function partHtml(part: MailPart, { linkFallback }: MailBody): string {
  switch (part.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 16px">${escapeHtml(part.text)}</p>`;
    case 'code':
      return `${part.title === null ? '' : `<p style="margin:24px 0 8px">${escapeHtml(part.title)}</p>`}
<p style="margin:0 0 20px;padding:14px 20px;background:${colours.paper};border:1px dashed ${colours.gold};font:bold 24px/1.3 ${mono};letter-spacing:2px">${escapeHtml(part.code)}</p>`;
    case 'link':
      return `<p style="margin:24px 0 12px"><a href="${escapeHtml(part.url)}" style="display:inline-block;padding:14px 28px;background:${colours.gold};color:${colours.ink};font:600 16px/1.2 ${sans};text-decoration:none;border-radius:4px">${escapeHtml(part.text)}</a></p>
<p style="margin:0 0 20px;font-size:13px;color:${colours.muted};word-break:break-all">${escapeHtml(linkFallback)}<br><a href="${escapeHtml(part.url)}" style="color:${colours.goldText}">${escapeHtml(part.url)}</a></p>`;
    case 'lines':
      return `<p style="margin:20px 0 16px"><span style="color:${colours.muted}">${escapeHtml(part.title)}</span><br>${part.lines.map(escapeHtml).join('<br>')}</p>`;
    case 'rows':
      return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;border-collapse:collapse">${part.rows.map(rowHtml).join('')}</table>`;
    default:
      return part satisfies never;
  }
}

function rowHtml({ label, value, isStrong = false, isQuiet = false }: MailRow): string {
  const weight = isStrong ? '600' : 'normal';
  const look = isQuiet
    ? `padding:4px 0;font:${weight} 14px/1.5 ${sans};color:${colours.muted}`
    : `padding:10px 0;border-bottom:1px solid ${colours.deep};font:${weight} 16px/1.5 ${sans}`;
  return `<tr><th scope="row" align="left" style="${look}">${escapeHtml(label)}</th><td align="right" valign="bottom" style="${look};padding-left:16px;white-space:nowrap">${escapeHtml(value)}</td></tr>`;
}
