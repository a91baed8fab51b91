import { AsyncLocalStorage } from 'node:async_hooks'
import type { MiddlewareHandler } from 'hono'

/**
 * Languages of the server's own texts: e-mails and PDFs. The browser has the texts of the pages.
 */
export const writtenLanguages = ['en', 'pt', 'ar'] as const
export type WrittenLanguage = (typeof writtenLanguages)[number]

const known = (tag: string | null | undefined): WrittenLanguage | undefined =>
  writtenLanguages.find((l) => tag?.trim().toLowerCase().split('-')[0] === l)

/**
 * Returns the first supported language of an `Accept-Language` header; undefined if there is none.
 */
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

/** `dir` of HTML in a language. */
export const directionOf = (language: WrittenLanguage): 'ltr' | 'rtl' =>
  language === 'ar' ? 'rtl' : 'ltr'

const ofRequest = new AsyncLocalStorage<WrittenLanguage | undefined>()

/** Stores the request's accepted language for e-mails written during it. */
export const rememberLanguage: MiddlewareHandler = (c, next) =>
  ofRequest.run(acceptedLanguage(c.req.header('Accept-Language')), next)

/**
 * Returns the language for a recipient: their choice (BCP 47), else that of the current request,
 * else English.
 */
export const languageTo = (locale: string | null | undefined): WrittenLanguage =>
  known(locale) ?? ofRequest.getStore() ?? 'en'
