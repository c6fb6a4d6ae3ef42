import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'

dayjs.locale('zh-cn')

/** Ant Design's date fields use the language of their date library: every component with such a field imports it from here. */
export { dayjs }
