import { Button, IconButton, buttonClass } from '#ui/Button.tsx'
import { IconDots, IconPencil } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { Menu } from '#ui/Menu.tsx'
import { useMedia } from '#ui/useMedia.ts'
import { placesOf, type Offer } from '../actionBar.ts'
import { AddressLink, ResourceLink, useGoTo, useGoToAddress } from '../links.tsx'
import { useQuiet } from '../quiet.ts'
import { useRecordActions } from '../recordActions.ts'
import { RecordStepper } from './RecordStepper.tsx'
import { useOffers } from './useOffers.tsx'
import classes from './detail.module.css'

/** Props of a button that ignores clicks while the bar is quiet; its look stays. */
const pressable = (quiet: boolean, run?: () => void) => ({
  ...(quiet ? { 'aria-disabled': true } : {}),
  onClick: (e: MouseEvent) => {
    if (quiet) e.preventDefault()
    else run?.()
  },
})

const OfferButton = ({
  offer: { label, icon, href, run },
  primary,
  quiet,
}: {
  readonly offer: Offer
  readonly primary?: boolean
  readonly quiet: boolean
}) => {
  const look = { variant: primary ? 'filled' : 'default', className: classes.action } as const
  const rest = pressable(quiet, run)
  return href === undefined ? (
    <Button {...look} {...rest}>
      {icon}
      {label}
    </Button>
  ) : (
    <AddressLink address={href} className={buttonClass(look)} {...rest}>
      {icon}
      {label}
    </AddressLink>
  )
}

type More = typeof import('./moreEntries.tsx')
let more: More | undefined
const loadMore = async (): Promise<More> => (more ??= await import('./moreEntries.tsx'))
const preloadMore = () => void loadMore().catch(() => undefined)
/** Calls `of` with the code of the menu's entries, at once if it is there. */
const withMore = <T,>(of: (code: More) => T): T | Promise<T> =>
  more ? of(more) : loadMore().then(of)

/**
 * The bar of a record: the usual next step, at most two buttons beside it, edit, and the menu with
 * the rest. What ends or deletes the record is always in the menu.
 */
export const DetailActions = ({
  resource,
  record,
}: {
  resource: ResourceModel
  record: RecordData
}) => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const goToAddress = useGoToAddress()
  const actions = useRecordActions(resource)
  const offers = useOffers(resource, record, actions)
  const phone = useMedia('(max-width: 599px)')
  const { quiet, during } = useQuiet(`${String(record.state)} ${String(record.deletedAt)}`)
  const places = placesOf(offers(during), phone)
  const mayEdit = actions.rights.update && !record.deletedAt
  // A phone has room for one button besides the menu.
  const showsEdit = mayEdit && !(phone && places.primary)
  return (
    <>
      <RecordStepper resource={resource} id={record.id} />
      {places.primary ? <OfferButton offer={places.primary} primary quiet={quiet} /> : null}
      {places.secondary.map((offer) => (
        <OfferButton key={offer.key} offer={offer} quiet={quiet} />
      ))}
      {showsEdit ? (
        <ResourceLink
          resource={resource}
          target={{ page: 'edit', id: record.id }}
          className={buttonClass({ variant: 'default', className: classes.action })}
          {...pressable(quiet)}
        >
          <IconPencil size={16} aria-hidden />
          {t('detail.edit')}
        </ResourceLink>
      ) : null}
      <Menu
        label={t('detail.more')}
        items={() =>
          withMore(({ moreEntries }) =>
            moreEntries(
              { resource, record, actions, goTo, goToAddress },
              places,
              mayEdit && !showsEdit,
            ),
          )
        }
        head={
          <>
            <div>{t('detail.version', { n: record.version })}</div>
            <code className={classes.id}>{record.id}</code>
          </>
        }
      >
        {(trigger) => (
          <IconButton
            variant="default"
            size={36}
            aria-label={t('detail.more')}
            onPointerEnter={preloadMore}
            onFocus={preloadMore}
            {...trigger}
          >
            <IconDots size={18} />
          </IconButton>
        )}
      </Menu>
    </>
  )
}
