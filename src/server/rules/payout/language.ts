import type { Payout } from '#schemas/payout.ts'
import type { WrittenLanguage } from '../../texts/language.ts'

interface StatementTexts {
  readonly statement: string
  readonly period: string
  /** Separates the first and the last day of a period. */
  readonly to: string
  readonly prepared: string
  readonly paidOn: string
  readonly state: string
  readonly taxId: string
  readonly entry: string
  readonly day: string
  readonly received: string
  readonly commission: string
  readonly fees: string
  readonly advance: string
  readonly share: string
  readonly total: string
  readonly states: Readonly<Record<Payout['state'], string>>
}

/** Texts of a payout's statement by language. */
export const statementTexts: Readonly<Record<WrittenLanguage, StatementTexts>> = {
  en: {
    statement: 'Payout statement',
    period: 'Period',
    to: 'to',
    prepared: 'Prepared',
    paidOn: 'Paid',
    state: 'State',
    taxId: 'Tax id',
    entry: 'Entry',
    day: 'Date',
    received: 'Received',
    commission: 'Commission',
    fees: 'Fees',
    advance: 'In advance',
    share: 'Your share',
    total: 'Payout',
    states: { draft: 'Draft', approved: 'Approved', paid: 'Paid', cancelled: 'Cancelled' },
  },
  pt: {
    statement: 'Extrato de pagamento',
    period: 'Período',
    to: 'a',
    prepared: 'Preparado em',
    paidOn: 'Pago em',
    state: 'Estado',
    taxId: 'NIF',
    entry: 'Movimento',
    day: 'Data',
    received: 'Recebido',
    commission: 'Comissão',
    fees: 'Taxas',
    advance: 'Adiantado',
    share: 'A sua parte',
    total: 'Pagamento',
    states: { draft: 'Rascunho', approved: 'Aprovado', paid: 'Pago', cancelled: 'Cancelado' },
  },
  ar: {
    statement: 'كشف دفعة',
    period: 'الفترة',
    to: 'إلى',
    prepared: 'تاريخ الإعداد',
    paidOn: 'تاريخ الدفع',
    state: 'الحالة',
    taxId: 'الرقم الضريبي',
    entry: 'القيد',
    day: 'التاريخ',
    received: 'المستلم',
    commission: 'العمولة',
    fees: 'الرسوم',
    advance: 'مدفوع مقدمًا',
    share: 'حصتكم',
    total: 'الدفعة',
    states: { draft: 'مسودة', approved: 'معتمدة', paid: 'مدفوعة', cancelled: 'ملغاة' },
  },
}
