import type { Notice } from '#data/inbox.ts'
import { noticeTypes, type NoticeType } from '#model/notices.ts'
import type { Translate } from '#ui/i18n.ts'
import { serverMessage } from '#engine/serverMessage.ts'

/** Type of a notification; types this version does not know are shown as announcements. */
export const typeOf = (notice: Notice): NoticeType =>
  noticeTypes.find((type) => type === notice.type) ?? 'announcement'

/** One-line title of a notification; only its kind if the person may not read the rest. */
export const titleOf = (notice: Notice, t: Translate): string => {
  if (notice.title === null) return t(`notices.hidden.${typeOf(notice)}`)
  return notice.messages?.title ? serverMessage(notice.messages.title) : notice.title
}

/** What a notification says below its title: of a person as they wrote it; may be empty. */
export const bodyOf = ({ body, messages }: Notice): string =>
  messages?.body ? serverMessage(messages.body) : (body ?? '')
