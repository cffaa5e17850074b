import { escapeHtml } from '../../rules/escape-html.ts'

/** What a mail says, and how it looks: as plain text, and as simple HTML in the app's colours, without tracking. */
export interface Letter {
  readonly subject: string
  /** Sentences or short paragraphs, in order; plain text. */
  readonly lines: readonly string[]
  /** The one thing to do. */
  readonly action?: { readonly label: string; readonly url: string }
  /** Digits to be typed in. */
  readonly code?: string
  /** Said last and quieter, such as what to do where the mail is a surprise. */
  readonly closing?: string
}

/** Paragraphs with an empty line between them, nothing escaped; the subject is not among them. */
export function letterToText({ lines, action, code, closing }: Letter): string {
  return [
    ...lines,
    ...(code === undefined ? [] : [`Code: ${code}`]),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(closing === undefined ? [] : [closing]),
    '-- \nAisle',
  ].join('\n\n')
}

/** A whole document, which asks for nothing from outside; every text is escaped, whoever wrote it. */
export function letterToHtml({ subject, lines, action, code, closing }: Letter): string {
  // Lines that people wrote stay lines: without it the steps of an answer run into each other.
  const paragraph = (text: string, style = '') =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text).replace(/\r\n?|\n/g, '<br>')}</p>`
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif">',
    '<div style="max-width:520px;margin:0 auto">',
    '<p style="margin:0 0 8px;font-weight:600;color:#c93400">Aisle</p>',
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#c93400">${escapeHtml(subject)}</h1>`,
    ...lines.map(line => paragraph(line)),
    ...(code === undefined
      ? []
      : [paragraph(code, 'font-size:28px;font-weight:600;letter-spacing:4px;')]),
    ...(action
      ? [
          `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#c93400;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>`,
          paragraph(`Or open this address: ${action.url}`, 'font-size:13px;word-break:break-all;'),
        ]
      : []),
    ...(closing === undefined ? [] : [paragraph(closing, 'font-size:13px;opacity:.75;')]),
    '</div></body></html>',
  ].join('\n')
}
