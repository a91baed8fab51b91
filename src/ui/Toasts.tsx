import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/core/styles/Progress.layer.css'
import '@mantine/notifications/styles.layer.css'

/** Top right, 5 s, paused while the pointer is over one. */
export const Toasts = () => (
  <Notifications
    position="top-right"
    autoClose={5000}
    pauseResetOnHover="notification"
    limit={5}
    zIndex={1000}
  />
)
