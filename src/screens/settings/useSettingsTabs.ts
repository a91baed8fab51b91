import { useCan, useHolds } from '#data/me.ts'
import { useModel } from '#engine/resource.ts'
import type { ResourceModel } from '#model/types.ts'
import { settingsTabs } from './tabs.ts'

/** The entities whose tags the person may see. */
export const useTaggedResources = (): readonly ResourceModel[] => {
  const can = useHolds()
  return useModel().resources.filter(
    (r) =>
      r.taggable !== undefined &&
      can(`${r.entity}.list`) &&
      can(`${r.entity}.field.${r.taggable}.read`),
  )
}

/** The tabs of the settings that the person may open; that of tags only where they see some. */
export const useSettingsTabs = (): readonly (typeof settingsTabs)[number][] => {
  const can = useCan()
  const tagged = useTaggedResources().length > 0
  return settingsTabs.filter(
    ({ key, permission }) => (permission === null || can(permission)) && (key !== 'tags' || tagged),
  )
}
