import type { Customer } from '#schemas/customer.ts'
import type { Vendor } from '#schemas/vendor.ts'
import { byCollection } from '#model/compile.ts'
import { fieldsReadableOn } from '../../permissions/fieldsOn.ts'
import type { DocumentAddressee } from '../../store/write/rules.ts'
import { languageTo, type WrittenLanguage } from '../../texts/language.ts'
import type { RuleContext } from '../types.ts'
import { paperLanguage } from './language.ts'

/** The fields of a record that the reader may see; none if they may not read it. */
const readable = async <T extends object>(
  collection: 'vendors' | 'customers',
  id: string,
  row: T | undefined,
  { access, model, tx }: RuleContext,
): Promise<Partial<T>> => {
  const resource = byCollection(model, collection)
  const names = access.can(`${resource.entity}.read`)
    ? (await fieldsReadableOn(tx.query, access, resource, [id]))(id)
    : new Set<string>()
  return Object.fromEntries(
    Object.entries(row ?? {}).filter(([name]) => names.has(name)),
  ) as Partial<T>
}

/** Only the fields of a vendor that the reader may see. */
export const readableVendor = async (id: string, context: RuleContext): Promise<Partial<Vendor>> =>
  readable('vendors', id, await context.load('vendors', id), context)

/** Only the fields of a customer that the reader may see. */
export const readableCustomer = async (
  id: string,
  context: RuleContext,
): Promise<Partial<Customer>> =>
  readable('customers', id, await context.load('customers', id), context)

type TitleIn = (language: WrittenLanguage) => string

/** Whom a document for a vendor is for: its first contact with an address. */
export const vendorAddressee = async (
  id: string,
  context: RuleContext,
  titleIn: TitleIn,
): Promise<DocumentAddressee> => {
  const { contacts, address } = await readableVendor(id, context)
  const contact = contacts?.find((one) => one.email)
  const { language } = paperLanguage(address?.country)
  return {
    of: { type: 'vendors', id },
    name: contact?.name ?? null,
    email: contact?.email ?? null,
    language,
    title: titleIn(language),
  }
}

/** Whom a document for a customer is for, in the language of their choice or else their country. */
export const customerAddressee = async (
  id: string | null | undefined,
  context: RuleContext,
  titleIn: TitleIn,
): Promise<DocumentAddressee> => {
  const known = id ? await readableCustomer(id, context) : {}
  const country = known.addresses?.[0]?.address.country
  const language = known.locale ? languageTo(known.locale) : paperLanguage(country).language
  return {
    of: id ? { type: 'customers', id } : undefined,
    name: known.name ?? null,
    email: known.email ?? null,
    language,
    title: titleIn(language),
  }
}
