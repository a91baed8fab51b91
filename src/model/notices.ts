/** Notification types, channels and defaults, shared by the server and the settings. */

/** Types of automatic notifications, and `announcement`: one that a person wrote and sent. */
export const noticeTypes = [
  'mention',
  'assignment',
  'followed',
  'reminder',
  'breach',
  'payment_failed',
  'import_finished',
  'announcement',
] as const
export type NoticeType = (typeof noticeTypes)[number]

export const channels = ['in_app', 'email', 'push'] as const
export type Channel = (typeof channels)[number]

/** Devices show a title and a body; this replaces a missing body, in the receiver's language. */
export const noBody = {
  en: 'Open to see more.',
  pt: 'Abra para ver mais.',
  ar: 'افتح لرؤية المزيد.',
} as const
export const NO_BODY = noBody.en

/** By type and channel: whether it is wanted. */
export type NoticeChoices = Readonly<Record<NoticeType, Readonly<Record<Channel, boolean>>>>

/** Defaults: everything in the application, urgent ones by e-mail, nothing automatic on devices. */
export const noticeDefaults: NoticeChoices = {
  mention: { in_app: true, email: true, push: false },
  assignment: { in_app: true, email: false, push: false },
  followed: { in_app: true, email: false, push: false },
  reminder: { in_app: true, email: true, push: false },
  breach: { in_app: true, email: true, push: false },
  payment_failed: { in_app: true, email: true, push: false },
  import_finished: { in_app: true, email: false, push: false },
  announcement: { in_app: true, email: true, push: true },
}

const member = (value: unknown, name: string): unknown =>
  value && typeof value === 'object'
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

/**
 * Whether a preference (any JSON) enables a type on a channel: anything invalid counts as no
 * choice.
 */
export const wantsNotice = (preference: unknown, type: NoticeType, channel: Channel): boolean => {
  const chosen = member(member(preference, type), channel)
  return typeof chosen === 'boolean' ? chosen : noticeDefaults[type][channel]
}

/** All choices of a preference. */
export const readNoticeChoices = (preference: unknown): NoticeChoices =>
  Object.fromEntries(
    noticeTypes.map((type) => [
      type,
      Object.fromEntries(
        channels.map((channel) => [channel, wantsNotice(preference, type, channel)]),
      ),
    ]),
  ) as NoticeChoices
