import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/core/styles/Progress.layer.css'
import '@mantine/notifications/styles.layer.css'
import css from './toasts.module.css'

/** Top right, but below the page's header, whose buttons stay free; 5 s, paused while the pointer is over one. */
export const Toasts = () => (
  <Notifications
    position="top-right"
    classNames={{ root: css.list ?? '' }}
    autoClose={5000}
    pauseResetOnHover="notification"
    limit={5}
    zIndex={1000}
  />
)
