import { escapeHtml } from '#server/platform/escape-html.ts';
import type { MailBody, MailLink, MailPart, MailRow, ShownPicture } from './mail-layout.ts';

/** Colours as literals, because mail programs do not support CSS variables. */
const colours = {
  ink: '#14110d',
  raised: '#1f1a14',
  low: '#18140f',
  paper: '#f6f1e7',
  sheet: '#fffcf5',
  deep: '#ebe3d3',
  muted: '#5c5343',
  mutedOnInk: '#c9bfae',
  gold: '#ba8904',
  goldLight: '#e3b94f',
  goldText: '#76560a',
} as const;

const serif = "Fraunces,Georgia,'Times New Roman',serif";
const sans = "Inter,'Helvetica Neue',Arial,sans-serif";
const mono = "'SF Mono',Consolas,Menlo,monospace";

const codeLook = `padding:16px 12px;border:1px dashed ${colours.gold};border-radius:4px;font:bold 22px/1.3 ${mono};letter-spacing:1px`;

/** Width of a mail in CSS pixels. */
const width = 600;

/** Colours in dark mode of the parts below the header, which is always dark. */
const darkRules = {
  ground: `background:${colours.ink}`,
  sheet: `background:${colours.low};color:${colours.paper}`,
  muted: `color:${colours.mutedOnInk}`,
  words: `color:${colours.goldLight}`,
  line: 'border-color:#3d3428',
  code: `background:${colours.ink};color:${colours.paper}`,
} as const;

/**
 * Rules for which inline styles are not enough: narrow screens and dark mode, also by the attribute that Outlook sets.
 * Programs that ignore them show the light mail with its dark header.
 */
const styles = `<style>
@media (max-width:520px){.pad{padding-left:20px!important;padding-right:20px!important}.half{max-width:none!important}.picture{margin:0 auto 20px!important}.button{width:100%!important}.button a{display:block!important}}
@media (prefers-color-scheme:dark){${dark((name) => `.${name}`)}}
${dark((name) => `[data-ogsc] .${name}`)}
</style>`;

function dark(selector: (name: string) => string): string {
  return Object.entries(darkRules)
    .map(([name, rule]) => `${selector(name)}{${rule.replaceAll(/(?=;|$)/g, '!important')}}`)
    .join('');
}

/**
 * Renders a mail as HTML for mail programs: tables, inline styles and conditional comments for Outlook. Its only
 * picture is attached, so that nothing is loaded and nobody is tracked.
 */
export function layOutHtml(body: MailBody): string {
  const { heading, preview, action, parts, notes = [], closing, linkFallback, brand, locale } = body;
  const address: readonly MailPart[] = action
    ? [{ kind: 'lines', title: linkFallback, lines: [action.url] }]
    : [];
  const small = [...address, ...notes];
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
${styles}
</head>
<body class="ground" style="margin:0;padding:0;background:${colours.paper};color:${colours.ink}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>
${layoutTable(`class="ground" bgcolor="${colours.paper}"`)}<tr><td align="center" style="padding:24px 8px">
${outlookOnly(`<table role="presentation" width="${width}" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td>`)}
${layoutTable(`style="max-width:${width}px;text-align:left"`)}
<tr><td class="pad" bgcolor="${colours.ink}" style="padding:18px 32px;background:${colours.ink};border-bottom:1px solid ${colours.gold};font:22px/1.3 ${serif};color:${colours.paper}">${escapeHtml(brand.name)}</td></tr>
<tr><td class="pad" bgcolor="${colours.raised}" style="padding:28px 32px 32px;background:${colours.raised};font:16px/1.6 ${sans};color:${colours.paper}">${head(body)}</td></tr>
<tr><td class="pad sheet" bgcolor="${colours.sheet}" style="padding:28px 32px;background:${colours.sheet};font:16px/1.6 ${sans};color:${colours.ink}">
${parts.map(partHtml).join('\n')}
<p style="margin:24px 0 0">${escapeHtml(closing)}</p>
</td></tr>
<tr><td class="pad muted" style="padding:20px 32px;font:13px/1.6 ${sans};color:${colours.muted}">
${small.map(partHtml).join('\n')}
<p style="margin:0">${brand.company.map(escapeHtml).join('<br>')}</p>
</td></tr>
</table>${outlookOnly('</td></tr></table>')}
</td></tr></table>
</body>
</html>
`;
}

/** Renders the header: the picture beside heading, lead, code and button if there is room, else above them. */
function head({ heading, lead, code, action, picture }: MailBody): string {
  const words = `<h1 style="margin:0 0 16px;font:normal 28px/1.25 ${serif};color:${colours.paper}">${escapeHtml(heading)}</h1>
${lead.map((text) => `<p style="margin:0 0 14px">${linesHtml(text)}</p>`).join('\n')}${code ? codeOnInk(code) : ''}${action ? button(action) : ''}`;
  if (picture === null) return words;
  const left = picture.width + 24;
  return `${outlookOnly(`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td width="${left}" valign="top">`)}<div class="half" style="display:inline-block;width:100%;max-width:${left}px;vertical-align:top">${pictureHtml(picture)}</div>${outlookOnly('</td><td valign="top">')}<div class="half" style="display:inline-block;width:100%;max-width:${width - 64 - left}px;vertical-align:top">${words}</div>${outlookOnly('</td></tr></table>')}`;
}

function pictureHtml({ contentId, alt, width: wide, height }: ShownPicture): string {
  return `<img class="picture" src="cid:${escapeHtml(contentId)}" width="${wide}" height="${height}" alt="${escapeHtml(alt)}" style="display:block;width:${wide}px;margin:0 0 20px;border:0;font:14px/1.5 ${sans};color:${colours.goldLight}">`;
}

function codeOnInk(code: string): string {
  return `
${layoutTable('style="margin:8px 0 0"')}<tr><td align="center" bgcolor="${colours.ink}" style="${codeLook};background:${colours.ink};color:${colours.goldLight}">${escapeHtml(code)}</td></tr></table>`;
}

/** Escapes a text and keeps its line breaks. */
function linesHtml(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}

/** The cell sets the colour and, because Outlook ignores the padding of links, the size. */
function button({ text, url }: MailLink): string {
  return `
<table role="presentation" class="button" cellpadding="0" cellspacing="0" border="0" style="margin:22px 0 0"><tr><td class="button" align="center" bgcolor="${colours.gold}" style="border-radius:4px;background:${colours.gold};mso-padding-alt:14px 28px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 28px;font:600 16px/1.25 ${sans};color:${colours.ink};text-decoration:none">${escapeHtml(text)}</a></td></tr></table>`;
}

/** Opens a table used for layout only. */
function layoutTable(attributes: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${attributes}>`;
}

/** Tags for Outlook on Windows, which ignores `max-width` and places only table cells side by side. */
function outlookOnly(tags: string): string {
  return `<!--[if mso]>${tags}<![endif]-->`;
}

function partHtml(part: MailPart): string {
  switch (part.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 16px">${linesHtml(part.text)}</p>`;
    case 'code':
      return `<p style="margin:0 0 8px">${escapeHtml(part.title)}</p>
${layoutTable('style="margin:0 0 20px"')}<tr><td class="code" align="center" bgcolor="${colours.paper}" style="${codeLook};background:${colours.paper}">${escapeHtml(part.code)}</td></tr></table>`;
    case 'link':
      return `<p style="margin:0 0 16px"><a class="words" href="${escapeHtml(part.url)}" style="color:${colours.goldText}">${escapeHtml(part.text)}</a></p>`;
    case 'lines':
      return `<p style="margin:0 0 16px;word-break:break-word"><span class="muted" style="color:${colours.muted}">${escapeHtml(part.title)}</span><br>${part.lines.map(escapeHtml).join('<br>')}</p>`;
    case 'rows':
      return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;border-collapse:collapse">${part.rows.map(rowHtml).join('')}</table>`;
    default:
      return part satisfies never;
  }
}

function rowHtml({ label, value, isStrong = false, isQuiet = false }: MailRow): string {
  const weight = isStrong ? '600' : 'normal';
  const look = isQuiet
    ? `padding:4px 0;font:${weight} 14px/1.5 ${sans};color:${colours.muted}`
    : `padding:10px 0;border-bottom:1px solid ${colours.deep};font:${weight} 16px/1.5 ${sans}`;
  const name = isQuiet ? 'muted' : 'line';
  return `<tr><th class="${name}" scope="row" align="left" style="${look}">${escapeHtml(label)}</th><td class="${name}" align="right" valign="bottom" style="${look};padding-left:16px;white-space:nowrap">${escapeHtml(value)}</td></tr>`;
}
