/** Whether the guide opened once: an empty installation opens it by itself only the first time. */
export const CONNECT_SHOWN = 'connect-shown'
