import { pathLabels } from '#model/pathLabels.ts'
import type { ResourceModel } from '#model/types.ts'
import { label, t } from '#ui/i18n.ts'
import { receivedMessage } from '../serverMessage.ts'
import { modelOf } from '../resource.ts'
import type { ImportError } from './jobs.ts'

/** A reason in the person's language, as in the error report: `Address → City: Required`. */
export const reasonText = (
  resource: ResourceModel,
  { path, message, columns, ...said }: Omit<ImportError, 'row'>,
): string => {
  const labels = pathLabels(resource, path, modelOf, label)
  const where = labels.join(t('exchange.within')) || columns.join(', ')
  const why = receivedMessage(message, said)
  return where ? `${where}: ${why}` : why
}
