import { useState } from 'react'
import { IconArrowRight } from '@tabler/icons-react'
import { useMe } from '#data/me.ts'
import type { SearchHit } from '#data/queries.ts'
import { useGoTo } from '#engine/links.tsx'
import { modelOf } from '#engine/resource.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { iconOf } from '#ui/icons.tsx'
import { scopes, type Command, type Scope } from './command.ts'
import { rank } from './rank.ts'
import { usesOf } from './usage.ts'
import { useCommands } from './useCommands.tsx'
import { useHits, useRecents } from './useHits.ts'
import type { useScopes } from './useScopes.ts'

/** Local results of a text. */
const MOST = 12

/** Commands under a title; the best ones have none. */
export interface Section {
  readonly title: string | undefined
  readonly commands: readonly Command[]
}

/** The records of a search or visit as commands. */
const useRecordCommand = () => {
  const goTo = useGoTo()
  return ({ collection, id, title, subtitle, tags }: SearchHit, hint: string): Command => {
    const resource = modelOf(collection)
    return {
      key: `record ${collection} ${id}`,
      scope: 'everything',
      label: title,
      hint: [subtitle, hint].filter(Boolean).join(' · ') || undefined,
      tags: tags && { of: collection, list: tags },
      icon: resource ? iconOf(resource.nav.icon) : undefined,
      run: () => {
        if (resource) void goTo(resource, { page: 'detail', id })
      },
    }
  }
}

/** What is offered before anything is typed: commands by scope, and recent records. */
const useOffered = (
  commands: readonly Command[],
  scope: Scope,
  on: ReturnType<typeof useScopes>,
): readonly Section[] => {
  const { t } = useTranslation()
  const recents = useRecents()
  const asRecord = useRecordCommand()
  const nameOf = (of: Scope) => on.names.get(of) ?? t('palette.everywhere')
  return [
    ...scopes
      .filter((of) => of !== 'everything' && (of === scope || scope === 'everything'))
      .map((of) => ({
        title: nameOf(of),
        commands: commands.filter((c) => c.scope === of && !c.quiet),
      })),
    {
      title: t('palette.recent'),
      commands: recents.map((hit) =>
        asRecord(hit, label(modelOf(hit.collection)?.label.one ?? '')),
      ),
    },
    ...(scope === 'everything'
      ? [
          {
            title: t('palette.everywhere'),
            commands: commands.filter((c) => c.scope === 'everything' && !c.quiet),
          },
        ]
      : []),
  ]
}

/** What the palette shows for a text in a scope. */
export const useSections = (text: string, scope: Scope, on: ReturnType<typeof useScopes>) => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const { account } = useMe()
  const commands = useCommands(on)
  const [uses] = useState(() => usesOf(account.id))
  const offered = useOffered(commands, scope, on)
  const asRecord = useRecordCommand()
  const { found, failed, waiting } = useHits(text, scope === 'list' ? on.list?.resource : undefined)
  const typed = text.trim()
  const within = (c: Command) => c.scope === scope
  const beyond = (c: Command) => scopes.indexOf(c.scope) > scopes.indexOf(scope)
  const near = (c: Command) => within(c) || (scope === 'everything' && !beyond(c))
  const local = typed
    ? [
        { title: undefined, commands: rank(commands.filter(near), typed, uses).slice(0, MOST) },
        {
          title: t('palette.everywhere'),
          commands: rank(commands.filter(beyond), typed, uses).slice(0, MOST),
        },
      ]
    : offered
  const records = found.map(({ resource, hits, total, more }): Section => {
    const many = inSentence(resource.label.many)
    const all: Command = {
      key: `all ${resource.entity}`,
      scope: 'everything',
      label:
        total === undefined
          ? t('palette.allSome', { many })
          : t('palette.all', { count: total, many }),
      icon: IconArrowRight,
      run: () => void goTo(resource, { page: 'list', search: { search: typed } }),
    }
    return {
      title: label(resource.label.many),
      commands: [...hits.map((hit) => asRecord(hit, '')), ...(more ? [all] : [])],
    }
  })
  const sections = [...local, ...records].filter((s) => s.commands.length)
  return { sections, failed, waiting }
}
