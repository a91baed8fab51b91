/** Where waiting saves are kept in local storage, and the event of the window that says they changed. */
export const WAITING = 'waiting:'
