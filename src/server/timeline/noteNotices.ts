/** The text of a note in the notifications of it. */
import type { ResourceModel } from '#model/types.ts'
import type { Tx } from '../database/pool.ts'
import { storedBody } from '../notifications/notify.ts'

/** Types of notifications that show a note. */
const TYPES = ['mention', 'followed']

/** The text as notifications show it: without the ids of the people it mentions. */
export const noticeText = (text: string): string => text.replaceAll(/@\[[0-9a-f-]{36}\]/g, '@…')

/** Removes the texts of a deleted note from its notifications, also from those not sent yet. */
export const takeBackNotices = async (
  tx: Tx,
  { resource, id }: { readonly resource: ResourceModel; readonly id: string },
  texts: readonly string[],
): Promise<void> => {
  await tx.query(
    'UPDATE deliveries SET body = NULL, xid = pg_current_xact_id() WHERE resource_type = $1 AND resource_id = $2::uuid AND type = ANY($3::text[]) AND body = ANY($4::text[])',
    [resource.collection, id, TYPES, texts.map((text) => storedBody(noticeText(text)))],
  )
}
