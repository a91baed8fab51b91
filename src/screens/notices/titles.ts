import type { Notice } from '#data/inbox.ts'
import { noticeTypes, type NoticeType } from '#model/notices.ts'
import { sentence, type Translate } from '#ui/i18n.ts'

/** Type of a notification; types this version does not know are shown as announcements. */
export const typeOf = (notice: Notice): NoticeType =>
  noticeTypes.find((type) => type === notice.type) ?? 'announcement'

/** One-line title of a notification; only its kind if the person may not read the rest. */
export const titleOf = (notice: Notice, t: Translate): string => {
  if (notice.title === null) return t(`notices.hidden.${typeOf(notice)}`)
  if (typeOf(notice) === 'announcement') return notice.title
  return sentence(notice.title)
}
