import type { WrittenLanguage } from '../../texts/language.ts'
import type { SubjectField } from '../paymentTransaction/ledger.ts'

interface NoteTexts {
  readonly note: string
  readonly refund: string
  readonly gross: string
  readonly total: string
  readonly reason: string
  readonly discount: string
  /** What a note is about; its number or code follows. */
  readonly about: Readonly<Record<SubjectField, string>>
}

/** Texts of a credit note by language, beside those it shares with invoices. */
export const noteTexts: Readonly<Record<WrittenLanguage, NoteTexts>> = {
  en: {
    note: 'Credit note',
    refund: 'Refund',
    gross: 'Amount',
    total: 'Credited',
    reason: 'Reason',
    discount: 'less',
    about: { order: 'Order', booking: 'Booking', invoice: 'Invoice' },
  },
  pt: {
    note: 'Nota de crédito',
    refund: 'Reembolso',
    gross: 'Valor',
    total: 'Creditado',
    reason: 'Motivo',
    discount: 'menos',
    about: { order: 'Encomenda', booking: 'Reserva', invoice: 'Fatura' },
  },
  ar: {
    note: 'إشعار دائن',
    refund: 'الاسترداد',
    gross: 'المبلغ',
    total: 'المبلغ الدائن',
    reason: 'السبب',
    discount: 'ناقص',
    about: { order: 'الطلب', booking: 'الحجز', invoice: 'الفاتورة' },
  },
}
