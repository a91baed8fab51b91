/** Colours that people choose for the tags of an entity. */
import { colorOfTag, MAX_TAG_LENGTH, tagForm, type TagColor } from '#schemas/define/tagForm.ts'
import { MANAGE_TAGS } from '#schemas/define/tagName.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import type { Database, Tx } from '../database/pool.ts'
import { requirePermission } from '../permissions/require.ts'
import { notFound } from '../base/problem.ts'
import { tagsOf, type Tag } from '../store/read/tags.ts'
import { AUDIT_COLUMNS } from '../store/write/auditEntry.ts'
import type { RuleContext } from '../store/write/rules.ts'
import { quotedColumn } from '../store/write/statements.ts'
import { wake, type TxWriteContext } from '../store/write/unit.ts'

/** In the audit, the place of a record for what concerns all records of an entity. */
export const NO_RECORD = '00000000-0000-0000-0000-000000000000'

export interface TagParts {
  readonly db: Database
  readonly model: Model
}

/** A tag and its new colour; null for its usual one. */
export interface Coloring {
  readonly resource: ResourceModel
  readonly tag: string
  readonly color: TagColor | null
}

const stored = async (tx: Tx, entity: string, tag: string): Promise<string | null> => {
  const { rows } = await tx.query<{ color: string }>(
    'SELECT color FROM tag_colors WHERE entity = $1 AND tag = $2 FOR UPDATE',
    [entity, tag],
  )
  return rows[0]?.color ?? null
}

/** Changes the colour of a tag in use; 404 if the caller sees no record with it. Audited. */
export const colorTag = (
  { db, model }: TagParts,
  { resource, tag: given, color }: Coloring,
  context: TxWriteContext,
): Promise<Tag> => {
  const inside = async (tx: Tx): Promise<Tag> => {
    const { access } = context
    requirePermission(access, `${resource.entity}.${MANAGE_TAGS}`)
    const tag = tagForm(given)
    const [found] =
      tag.length > MAX_TAG_LENGTH
        ? []
        : await tagsOf({ db: tx, model, resource, access }, { only: tag, limit: 1 })
    if (!found) throw notFound('tag')
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `tag color ${resource.entity} ${tag}`,
    ])
    const before = await stored(tx, resource.entity, tag)
    if (before === color) return found
    await tx.query(
      color === null
        ? 'DELETE FROM tag_colors WHERE entity = $1 AND tag = $2 AND $3::text IS NULL'
        : 'INSERT INTO tag_colors (entity, tag, color) VALUES ($1, $2, $3) ON CONFLICT (entity, tag) DO UPDATE SET color = EXCLUDED.color, at = now()',
      [resource.entity, tag, color],
    )
    const { actor } = access
    const shownAs = (of: string | null) => [`${tag}: ${of ?? colorOfTag(tag)}`]
    await tx.query(
      `INSERT INTO audit (${AUDIT_COLUMNS.join(', ')}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 'tagColor', NULL, $9::jsonb)`,
      [
        context.operationId,
        context.requestId,
        actor.personId,
        actor.accountId,
        actor.name,
        context.channel,
        resource.entity,
        NO_RECORD,
        JSON.stringify({ [String(resource.taggable)]: [shownAs(before), shownAs(color)] }),
      ],
    )
    tx.afterCommit(() => wake(db))
    return { ...found, color: color ?? colorOfTag(tag), chosen: color !== null }
  }
  return context.tx ? inside(context.tx) : db.transaction(inside)
}

/** A renamed tag keeps the colour chosen for it, unless the new name was in use already. */
export const keepColor = async (
  { tx, resource }: RuleContext,
  field: string,
  from: readonly string[],
  to: string,
): Promise<void> => {
  await tx.query(
    `INSERT INTO tag_colors (entity, tag, color)
SELECT c.entity, $3, c.color FROM tag_colors c
WHERE c.entity = $1 AND c.tag = ANY($2::text[]) AND c.tag <> $3
AND NOT EXISTS (SELECT 1 FROM "${resource.table}" t WHERE t.${quotedColumn(field)} @> ARRAY[$3]::text[])
ORDER BY c.at DESC LIMIT 1 ON CONFLICT (entity, tag) DO NOTHING`,
    [resource.entity, from, to],
  )
}
