import type { WrittenLanguage } from '../../texts/language.ts'
import type { SubjectField } from '../paymentTransaction/ledger.ts'

interface NoteTexts {
  readonly note: string
  readonly issued: string
  readonly refund: string
  readonly taxId: string
  readonly title: string
  readonly net: string
  readonly tax: string
  readonly gross: string
  readonly total: string
  readonly reason: string
  /** What a note is about; its number or code follows. */
  readonly about: Readonly<Record<SubjectField, string>>
}

/** Texts of a credit note by language. */
export const noteTexts: Readonly<Record<WrittenLanguage, NoteTexts>> = {
  en: {
    note: 'Credit note',
    issued: 'Issued',
    refund: 'Refund',
    taxId: 'Tax id',
    title: 'Description',
    net: 'Net',
    tax: 'Tax',
    gross: 'Amount',
    total: 'Credited',
    reason: 'Reason',
    about: { order: 'Order', booking: 'Booking', invoice: 'Invoice' },
  },
  pt: {
    note: 'Nota de crédito',
    issued: 'Emitida em',
    refund: 'Reembolso',
    taxId: 'NIF',
    title: 'Descrição',
    net: 'Líquido',
    tax: 'IVA',
    gross: 'Valor',
    total: 'Creditado',
    reason: 'Motivo',
    about: { order: 'Encomenda', booking: 'Reserva', invoice: 'Fatura' },
  },
  ar: {
    note: 'إشعار دائن',
    issued: 'تاريخ الإصدار',
    refund: 'الاسترداد',
    taxId: 'الرقم الضريبي',
    title: 'الوصف',
    net: 'الصافي',
    tax: 'الضريبة',
    gross: 'المبلغ',
    total: 'المبلغ الدائن',
    reason: 'السبب',
    about: { order: 'الطلب', booking: 'الحجز', invoice: 'الفاتورة' },
  },
}
