import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'

dayjs.locale('zh-cn')

/** Ant Design's date fields speak the language of their date library: whoever shows one takes it from here. */
export { dayjs }
