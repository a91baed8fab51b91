import { randomUUID } from 'node:crypto'
import { ATTACHED, fitInside } from '#model/fitInside.ts'
import { own } from '#schemas/define/own.ts'
import type { DeskFile, DeskMessage, DeskView } from './desk.ts'
import { STYLE } from './style.ts'
import type { ServerTexts } from '../texts/en.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Escapes a text for HTML. */
export const text = (value: string): string => value.replace(/[&<>"']/g, (c) => escapes[c]!)

interface Frame {
  readonly language: string
  readonly nonce: string
  readonly title: string
  readonly body: string
}

/** Returns a whole page. */
export const frame = ({ language, nonce, title, body }: Frame): string =>
  `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><title>${text(title)}</title><style nonce="${nonce}">${STYLE}</style></head><body>${body}</body></html>`

const size = (bytes: number, language: string): string => {
  const [unit, value] =
    bytes < 1_000_000
      ? (['kilobyte', Math.max(1, Math.round(bytes / 1000))] as const)
      : (['megabyte', Math.round(bytes / 100_000) / 10] as const)
  return new Intl.NumberFormat(language, { style: 'unit', unit }).format(value)
}

const file = (f: DeskFile, language: string): string => {
  if (!f.picture) {
    return `<li><a class="file" href="${text(f.url)}">${text(f.name)} <span class="quiet">${text(size(f.size, language))}</span></a></li>`
  }
  const { width, height } = fitInside(f.picture, ATTACHED)
  return `<li><a href="${text(f.url)}" target="_blank" rel="noopener"><img src="${text(f.picture.thumbnail)}" alt="${text(f.name)}" width="${width}" height="${height}" loading="lazy"></a></li>`
}

/** What a page shows besides the conversation: the result of the last reply. */
export interface Said {
  readonly problem?: string | undefined
  readonly done?: boolean
  /** The entered text, kept when it was rejected. */
  readonly typed?: string
  /** The link is read-only: the page has a note instead of forms. */
  readonly readOnly?: boolean
  /** URL of a picture whose request marks the messages as read. */
  readonly seen?: string
}

interface Page {
  readonly view: DeskView
  readonly language: string
  readonly texts: ServerTexts['desk']
  readonly nonce: string
  readonly said?: Said
}

/** Returns the page on which a customer reads and replies: forms only, no script. */
export const conversationPage = ({ view, language, texts: t, nonce, said = {} }: Page): string => {
  const at = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: view.customer.timeZone,
  })
  const message = (m: DeskMessage): string =>
    `<li class="${m.ours ? 'ours' : 'own'}"><div class="who">${m.ours ? text(m.who) : t.you} <time datetime="${text(m.at)}">${text(at.format(new Date(m.at)))}</time></div><div class="bubble">${m.body ? `<p dir="auto">${text(m.body)}</p>` : ''}${m.files.length ? `<ul class="files">${m.files.map((f) => file(f, language)).join('')}</ul>` : ''}</div></li>`
  const stars = [5, 4, 3, 2, 1]
    .map(
      (n) =>
        `<button name="points" value="${n}" aria-label="${text(t.points(n))}" title="${text(t.points(n))}"${view.rating === n ? ' aria-pressed="true"' : ''}>${n}</button>`,
    )
    .reverse()
    .join('')
  const rating =
    view.ratable && !said.readOnly
      ? `<section class="card"><h2>${view.rating ? text(t.rated(view.rating)) : text(t.rateTitle)}</h2><form method="post" class="stars" aria-label="${text(t.rate)}"><input type="hidden" name="action" value="rate">${stars}</form></section>`
      : ''
  const hint = own({ closed: t.follows, solved: t.reopens }, view.state ?? '') ?? ''
  const state = view.state
    ? `<span class="state" data-state="${text(view.state)}">${text(t.states[view.state] ?? view.state)}</span>`
    : ''
  // Loaded when the end of the conversation comes into view: programs that scan mails load no pictures.
  const seen = said.seen ? `<img class="seen" src="${text(said.seen)}" alt="" loading="lazy">` : ''
  const writing = `<section class="card"><form method="post" enctype="multipart/form-data"><input type="hidden" name="action" value="reply"><input type="hidden" name="key" value="${randomUUID()}">
<label for="body">${text(t.reply)}</label><textarea id="body" name="body" rows="5" maxlength="10000" dir="auto">${text(said.typed ?? '')}</textarea>
<label for="files">${text(t.files)}</label><input id="files" type="file" name="files" multiple>${hint ? `<p class="quiet">${text(hint)}</p>` : ''}<button class="send">${text(t.send)}</button></form></section>`
  const body = `<main><header><p class="quiet">${text(view.organisation)}</p><h1>${view.number ? `#${text(view.number)} ` : ''}<bdi>${text(view.subject)}</bdi></h1>${state}</header>
${said.done ? `<p class="good" role="status">${text(t.sent)}</p>` : ''}${said.problem ? `<p class="bad" role="alert">${text(said.problem)}</p>` : ''}
<section aria-label="${text(t.conversation)}">${view.messages.length ? `<ol class="thread">${view.messages.map(message).join('')}</ol>${seen}` : `<p class="quiet">${text(t.nothing)}</p>`}</section>
${rating}${said.readOnly ? `<section class="card"><p class="quiet">${text(t.readOnly)}</p></section>` : writing}</main>`
  return frame({
    language,
    nonce,
    title: view.number ? `#${view.number} ${view.subject}` : view.subject,
    body,
  })
}

/** Returns a page with only a message. */
export const plainPage = (language: string, nonce: string, title: string, say: string): string =>
  frame({
    language,
    nonce,
    title,
    body: `<main><header><h1>${text(title)}</h1></header><p>${text(say)}</p></main>`,
  })
