import type { SubscriptionInvoice } from '#schemas/subscriptionInvoice.ts'
import type { PaperLanguage } from '../../pdf/document.ts'
import type { WrittenLanguage } from '../../texts/language.ts'

interface PaperTexts {
  readonly invoice: string
  readonly draft: string
  readonly taxId: string
  readonly issued: string
  readonly due: string
  readonly period: string
  /** Separates the first and the last day of a period. */
  readonly to: string
  readonly state: string
  readonly title: string
  readonly quantity: string
  readonly unit: string
  readonly tax: string
  readonly net: string
  readonly subtotal: string
  readonly total: string
  readonly paid: string
  readonly open: string
  readonly states: Readonly<Record<SubscriptionInvoice['state'], string>>
}

/** Texts of an invoice by language. */
export const paperTexts: Readonly<Record<WrittenLanguage, PaperTexts>> = {
  en: {
    invoice: 'Invoice',
    draft: '(draft)',
    taxId: 'Tax id',
    issued: 'Issued',
    due: 'Due',
    period: 'Period',
    to: 'to',
    state: 'State',
    title: 'Description',
    quantity: 'Qty',
    unit: 'Unit price',
    tax: 'Tax',
    net: 'Net',
    subtotal: 'Subtotal',
    total: 'Total',
    paid: 'Paid',
    open: 'Due',
    states: {
      draft: 'Draft',
      open: 'Open',
      paid: 'Paid',
      void: 'Void',
      uncollectible: 'Uncollectible',
    },
  },
  pt: {
    invoice: 'Fatura',
    draft: '(rascunho)',
    taxId: 'NIF',
    issued: 'Emitida em',
    due: 'Vence em',
    period: 'Período',
    to: 'a',
    state: 'Estado',
    title: 'Descrição',
    quantity: 'Qtd.',
    unit: 'Preço unitário',
    tax: 'IVA',
    net: 'Líquido',
    subtotal: 'Subtotal',
    total: 'Total',
    paid: 'Pago',
    open: 'Em dívida',
    states: {
      draft: 'Rascunho',
      open: 'Em aberto',
      paid: 'Paga',
      void: 'Anulada',
      uncollectible: 'Incobrável',
    },
  },
  ar: {
    invoice: 'فاتورة',
    draft: '(مسودة)',
    taxId: 'الرقم الضريبي',
    issued: 'تاريخ الإصدار',
    due: 'تاريخ الاستحقاق',
    period: 'الفترة',
    to: 'إلى',
    state: 'الحالة',
    title: 'الوصف',
    quantity: 'الكمية',
    unit: 'سعر الوحدة',
    tax: 'الضريبة',
    net: 'الصافي',
    subtotal: 'المجموع الفرعي',
    total: 'الإجمالي',
    paid: 'المدفوع',
    open: 'المتبقي',
    states: {
      draft: 'مسودة',
      open: 'مفتوحة',
      paid: 'مدفوعة',
      void: 'ملغاة',
      uncollectible: 'غير قابلة للتحصيل',
    },
  },
}

const spoken: Readonly<Partial<Record<WrittenLanguage, readonly string[]>>> = {
  pt: ['PT', 'BR', 'AO', 'MZ', 'CV', 'GW', 'ST', 'TL'],
  ar: [
    'AE',
    'BH',
    'DZ',
    'EG',
    'IQ',
    'JO',
    'KW',
    'LB',
    'LY',
    'MA',
    'MR',
    'OM',
    'PS',
    'QA',
    'SA',
    'SD',
    'SY',
    'TN',
    'YE',
  ],
}

/**
 * Language of a document by its recipient's country (ISO 3166-1 alpha-2). The locale follows the
 * country too: Cairo and Dubai write numbers differently.
 */
export const paperLanguage = (country: string | null | undefined): PaperLanguage => {
  for (const language of ['pt', 'ar'] as const) {
    if (country && spoken[language]?.includes(country)) {
      return { language, locale: `${language}-${country}` }
    }
  }
  return { language: 'en', locale: 'en' }
}
