import type { Money } from '#schemas/define/fields.ts'
import { moneyIn } from '#model/message.ts'
import type { WrittenLanguage } from '../texts/language.ts'
import { serverTexts } from '../texts/index.ts'
import { frame, text } from './page.ts'

/** What a payer sees: one record's payment facts and whom to pay. */
export interface PayView {
  /** Whom the record is for; see `PayLinks`. */
  readonly holder: string
  /** Number or code of the record. */
  readonly name: string
  readonly due: Money
  /** Language of the payer's choice, BCP 47. */
  readonly locale: string | null
  readonly seller: { readonly lines: readonly string[]; readonly bank: readonly string[] }
}

/** The payer's side of records that can be paid. */
export interface PayDesk<Kind extends string = string> {
  /** Undefined if nothing is to be paid: there is no such record, or it is paid or cancelled. */
  view(kind: Kind, id: string): Promise<PayView | undefined>
  /** Opens a payment at the gateway and returns where the payer pays. 409 when that is impossible. */
  open(kind: Kind, id: string): Promise<string>
  /** Whether a gateway takes payments. */
  readonly online: boolean
}

/** Locale of amounts: the payer's, or that of a language; Portuguese is European. */
const localeOf = ({ locale }: PayView, language: WrittenLanguage): string =>
  locale ?? (language === 'pt' ? 'pt-PT' : language)

interface Page {
  readonly view: PayView
  readonly kind: keyof (typeof serverTexts)['en']['pay']['kinds']
  readonly online: boolean
  readonly language: WrittenLanguage
  readonly nonce: string
  /** Why a payment could not be opened. */
  readonly problem?: string
}

const paragraph = (lines: readonly string[]): string =>
  `<p class="lines">${lines.map((line) => `<bdi>${text(line)}</bdi>`).join('<br>')}</p>`

/** Returns the page on which one record is paid: one form, no script. */
export const payPage = ({ view, kind, online, language, nonce, problem }: Page): string => {
  const t = serverTexts[language].pay
  const [name = '', ...address] = view.seller.lines
  const title = `${t.kinds[kind]} ${view.name}`
  const transfer = view.seller.bank.length
    ? `<section class="card"><h2>${text(t.transfer)}</h2>${paragraph(view.seller.bank)}<p class="quiet">${text(t.reference)} <bdi>${text(view.name)}</bdi></p></section>`
    : ''
  const none = online || transfer ? '' : `<p class="quiet">${text(t.contact)}</p>`
  const form = online
    ? `<form method="post"><button class="send">${text(t.button)}</button></form>`
    : ''
  const body = `<main class="pay"><header><p class="quiet">${text(name)}</p><h1>${text(t.kinds[kind])} <bdi>${text(view.name)}</bdi></h1></header>
${problem ? `<p class="bad" role="alert">${text(problem)}</p>` : ''}
<section class="card"><p class="quiet">${text(t.due)}</p><p class="sum">${text(moneyIn(view.due, localeOf(view, language)))}</p>${form}${none}</section>
${transfer}${address.length ? `<footer class="quiet">${paragraph(view.seller.lines)}</footer>` : ''}</main>`
  return frame({ language, nonce, title, body })
}
