import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useRouter, type AnyRoute } from '@tanstack/react-router'
import { get } from '#data/api.ts'
import { useCan, useMe } from '#data/me.ts'
import { keys } from '#data/queries.ts'
import type { ScreenKey } from '#model/navigation.ts'
import { useModel } from '#engine/resource.ts'
import { label, useTranslation, type TextKey } from '#ui/i18n.ts'
import { useContentFirst } from './useContentFirst.ts'
import { buildNavigation, type Generated, type Override, type Section } from './navigationTree.ts'

/**
 * Screens that are not entity lists, if the application has them; their routes define the labels.
 */
const screens = [
  { key: 'dashboard', route: '/dashboard', group: '', icon: 'dashboard' },
  { key: 'order-dash', route: '/order-dash', group: 'Commerce', icon: 'board' },
  { key: 'ongoing-order', route: '/ongoing-order', group: 'Commerce', icon: 'clock' },
  { key: 'chatuser', route: '/chatuser', group: 'Support', icon: 'messages' },
  { key: 'settings', route: '/settings', group: 'Settings', icon: 'settings' },
] as const satisfies readonly { readonly key: ScreenKey; readonly [more: string]: string }[]

/** Refetch interval of stored menus for people who receive no live events about them. */
const EVERY_MS = 10_000
const NONE: readonly Override[] = []
const KEPT = 'navigation.menus'

/** The navigation of the last visit, so that it does not change while the person looks at it. */
const keptFor = (account: string): { readonly data: readonly Override[] } | undefined => {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as {
      account?: unknown
      data?: unknown
    } | null
    return kept?.account === account && Array.isArray(kept.data)
      ? { data: kept.data as Override[] }
      : undefined
  } catch {
    return undefined
  }
}
const keep = (account: string, data: readonly Override[]): void => {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ account, data }))
  } catch {
    /* only the first paint of the next visit depends on it */
  }
}

/** The stored menus; undefined until the first response, none if there is no response. */
const useOverrides = (): readonly Override[] | undefined => {
  const { account } = useMe()
  const live = useCan()('menu.list')
  const { data, isLoading } = useQuery({
    // Next to the lists of menus: an event of one also refreshes this.
    queryKey: [...keys.collection('menus'), 'navigation', account.id],
    queryFn: async ({ signal }) => {
      const response = await get<{ readonly data: readonly Override[] }>('/api/navigation', {
        signal,
      })
      keep(account.id, response.data)
      return response
    },
    placeholderData: () => keptFor(account.id),
    refetchInterval: live ? false : EVERY_MS,
  })
  return data?.data ?? (isLoading ? undefined : NONE)
}

/**
 * The navigation of the signed-in person. Empty until the stored menus are known (they rename, move
 * and hide entries, which nobody should see jump) and the page's own data is painted.
 */
export const useNavigationTree = (): readonly Section[] => {
  const {
    t,
    i18n: { language },
  } = useTranslation()
  const { resources } = useModel()
  const router = useRouter()
  const can = useCan()
  const overrides = useOverrides()
  const contentShown = useContentFirst()
  return useMemo(() => {
    if (!overrides || !contentShown) return []
    /** The page of a URL; undefined if there is none. */
    const pageOf = (route: string): AnyRoute | undefined => {
      const [matched, , found] = router.getMatchedRoutes(route.replace(/[?#].*$/s, ''))
      const leaf = found ?? matched.at(-1)
      return leaf && leaf.fullPath !== '/$' && leaf.path !== '$' && leaf.path !== '/$'
        ? leaf
        : undefined
    }
    const dataOf = (route: string) => pageOf(route)?.options.staticData
    const open = (route: string): boolean => {
      const permission = dataOf(route)?.permission
      return permission !== undefined && (permission === null || can(permission))
    }
    const own = (group: string): Generated[] =>
      screens
        .filter((s) => s.group === group && pageOf(s.route))
        .map((s) => {
          const data = dataOf(s.route)
          return {
            ...s,
            group: s.group,
            entity: data?.changes ?? data?.permission?.split('.')[0],
            label: t((data?.label ?? s.key) as TextKey),
          }
        })
    const listed = resources.filter((r) => r.path)
    const groups = [...new Set(listed.map((r) => r.nav.group))]
    const generated = [
      ...own(''),
      ...groups.flatMap((group) => [
        ...listed
          .filter((r) => r.nav.group === group)
          .map((r): Generated => ({
            key: r.entity,
            label: label(r.label.many),
            route: r.path,
            icon: r.nav.icon,
            resource: r,
            entity: r.readOnly ? undefined : r.entity,
            group,
          })),
        ...own(group),
      ]),
      ...(groups.includes('Settings') ? [] : own('Settings')),
    ]
    return buildNavigation(generated, overrides, open).map((s) => ({
      ...s,
      label: label(s.label),
      entries: s.entries.map((e) => ({ ...e, label: label(e.label) })),
    }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the language decides what `t` and `label` return
  }, [resources, router, can, overrides, contentShown, language])
}
