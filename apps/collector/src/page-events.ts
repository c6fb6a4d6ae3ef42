/** Between the script among the page's own ones and the extension's. */
export const ASK_EVENT = 'huoqiao-collector-ask'
export const ANSWER_EVENT = 'huoqiao-collector-answer'
