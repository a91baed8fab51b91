import { IconButton, iconButtonClass } from '#ui/Button.tsx'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ResourceModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { ResourceLink } from '../links.tsx'
import { listedIds } from '../listed.ts'

/** Links to the previous and next record of the list the person came from. */
export const RecordStepper = ({ resource, id }: { resource: ResourceModel; id: string }) => {
  const { t } = useTranslation()
  const ids = listedIds(resource.collection)
  const at = ids.indexOf(id)
  if (at < 0 || ids.length < 2) return null
  const step = (to: string | undefined, name: string, icon: React.ReactNode) =>
    to ? (
      <ResourceLink
        resource={resource}
        target={{ page: 'detail', id: to }}
        className={iconButtonClass({ size: 36 })}
        aria-label={name}
      >
        {icon}
      </ResourceLink>
    ) : (
      <IconButton size={36} aria-label={name} disabled>
        {icon}
      </IconButton>
    )
  return (
    <>
      {step(ids[at - 1], t('detail.previous'), <IconChevronUp size={18} />)}
      {step(ids[at + 1], t('detail.next'), <IconChevronDown size={18} />)}
    </>
  )
}
