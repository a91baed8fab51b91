import '#ui/rtl.css'
import schema from '#schemas/labels/ar.json'
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
import problems from './problems.json'
import presence from './presence.json'
import reminders from './reminders.json'
import screens from './screens.json'
import settings from './settings.json'
import tags from './tags.json'
import ticket from './ticket.json'
import versions from './versions.json'
import whereUsed from './whereUsed.json'

/**
 * The Arabic catalogue: the parts of the English one, `schema` for labels of the schemas and
 * `problems` for messages of the server, both by their English text.
 */
export default {
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
  problems,
  schema,
  reminders,
  screens,
  settings,
  tags,
  ticket,
  versions,
  whereUsed,
}
