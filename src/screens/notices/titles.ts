import type { Notice } from '#data/inbox.ts'
import { noticeTypes, type NoticeType } from '#model/notices.ts'
import { sentence, type Translate } from '#ui/i18n.ts'

/**
 * The type of a notice among those this version knows; of another it says no more than an
 * announcement.
 */
export const typeOf = (notice: Notice): NoticeType =>
  noticeTypes.find((type) => type === notice.type) ?? 'announcement'

/** What a notice says in one line; of what the person may not read, only its kind. */
export const titleOf = (notice: Notice, t: Translate): string => {
  if (notice.title === null) return t(`notices.hidden.${typeOf(notice)}`)
  if (typeOf(notice) === 'announcement') return notice.title
  return sentence(notice.title)
}
