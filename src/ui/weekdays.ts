/** Weekday a week begins with in a BCP 47 locale: 1 = Monday … 7 = Sunday. */
export const firstWeekday = (locale: string): number => {
  const of: Intl.Locale & {
    readonly weekInfo?: { readonly firstDay: number }
    getWeekInfo?(): { readonly firstDay: number }
  } = new Intl.Locale(locale)
  return (of.getWeekInfo?.() ?? of.weekInfo)?.firstDay ?? 1
}
