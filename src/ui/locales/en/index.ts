import approvals from './approvals.json'
import changes from './changes.json'
import chat from './chat.json'
import common from './common.json'
import compose from './compose.json'
import composer from './composer.json'
import dashboard from './dashboard.json'
import detail from './detail.json'
import exchange from './exchange.json'
import fields from './fields.json'
import files from './files.json'
import form from './form.json'
import identity from './identity.json'
import layouts from './layouts.json'
import list from './list.json'
import notices from './notices.json'
import orders from './orders.json'
import pages from './pages.json'
import palette from './palette.json'
import permission from './permission.json'
import presence from './presence.json'
import reminders from './reminders.json'
import screens from './screens.json'
import settings from './settings.json'
import tags from './tags.json'
import ticket from './ticket.json'
import versions from './versions.json'
import whereUsed from './whereUsed.json'

/**
 * The English catalogue, one file per part of the application; keys are `<part>.<name>`. `labels`
 * would translate schema labels.
 */
const en = {
  approvals,
  changes,
  chat,
  common,
  compose,
  composer,
  dashboard,
  detail,
  exchange,
  fields,
  files,
  form,
  identity,
  layouts,
  list,
  notices,
  orders,
  pages,
  palette,
  permission,
  presence,
  reminders,
  screens,
  settings,
  tags,
  ticket,
  versions,
  whereUsed,
}
export type Catalogue = typeof en
