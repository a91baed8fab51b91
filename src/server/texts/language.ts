import { AsyncLocalStorage } from 'node:async_hooks'
import type { MiddlewareHandler } from 'hono'

/** Languages the server itself writes in: mails, papers. The pages' own texts are the browser's. */
export const writtenLanguages = ['en', 'pt', 'ar'] as const
export type WrittenLanguage = (typeof writtenLanguages)[number]

const known = (tag: string | null | undefined): WrittenLanguage | undefined =>
  writtenLanguages.find((l) => tag?.trim().toLowerCase().split('-')[0] === l)

/** The first language of an `Accept-Language` header that the server writes; undefined when it writes none of them. */
export const acceptedLanguage = (header: string | undefined): WrittenLanguage | undefined => {
  const asked = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.split(';')
      const weight = options.map((o) => /^\s*q=([\d.]+)/.exec(o)?.[1]).find((q) => q !== undefined)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
  return asked
    .filter((a) => a.weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map((a) => known(a.tag))
    .find((l) => l !== undefined)
}

const ofRequest = new AsyncLocalStorage<WrittenLanguage | undefined>()

/** Remembers what the request accepts, for mails that are written while it runs. */
export const rememberLanguage: MiddlewareHandler = (c, next) =>
  ofRequest.run(acceptedLanguage(c.req.header('Accept-Language')), next)

/** The language to write to somebody: what they chose (BCP 47), else what the request under way accepts, else English. */
export const languageTo = (locale: string | null | undefined): WrittenLanguage =>
  known(locale) ?? ofRequest.getStore() ?? 'en'
