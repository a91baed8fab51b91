import * as z from 'zod'
import { TAG_COLORS } from '#schemas/define/tagForm.ts'
import type { ResourceModel } from '#model/types.ts'
import { MAX_TAGS_LISTED, tagsOf } from '../store/read/tags.ts'
import type { TxWriteContext } from '../store/write/writer.ts'
import { colorTag, type TagParts } from '../timeline/tagColors.ts'
import { readJson } from '../web/body.ts'
import { accessOf, type Ctx } from '../web/context.ts'
import { bodyAs } from '../base/issues.ts'
import { limitOf, only, queryOf } from '../web/queryChecks.ts'
import type { Routes } from '../web/routes.ts'
import type { Written } from '../web/writes.ts'

type Write = (
  c: Ctx,
  text: string,
  write: (context: TxWriteContext) => Promise<Written>,
) => Promise<Response>

const DEFAULT_LIMIT = 20
const MAX_SEARCH = 200
const isFlag = (value: string) => value === 'true' || value === 'false'

const body = z.strictObject({
  color: z.enum(TAG_COLORS, `A colour is one of ${TAG_COLORS.join(', ')}`).nullable(),
})

const colorIn = (value: unknown) => bodyAs(body, value).color

/** Adds the tags of a collection: suggestions with counts and colours, and their colours. */
export const addTags = (
  routes: Routes,
  resource: ResourceModel,
  parts: TagParts,
  write: Write,
): void => {
  if (resource.taggable === undefined) return
  routes.get('/tags', async (c) => {
    const access = accessOf(c)
    const given = queryOf(c, {
      search: (value) => value.length <= MAX_SEARCH && !value.includes('\0'),
      limit: () => true,
      chosen: isFlag,
      all: isFlag,
    })
    const limit = limitOf(c, MAX_TAGS_LISTED) ?? DEFAULT_LIMIT
    const { db, model } = parts
    const data = await tagsOf(
      { db, model, resource, access },
      {
        search: given.search,
        chosen: given.chosen === 'true',
        all: given.all === 'true',
        limit: limit + 1,
      },
    )
    return c.json({ data: data.slice(0, limit), truncated: data.length > limit })
  })
  routes.put('/tags/:tag', async (c) => {
    only(c)
    const { text, value } = await readJson(c)
    const color = colorIn(value)
    const tag = c.req.param('tag') ?? ''
    return write(c, text, async (context) => ({
      json: { data: await colorTag(parts, { resource, tag, color }, context) },
    }))
  })
}
