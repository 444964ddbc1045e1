import antd from 'antd/locale/en_US'
import dayjs from 'dayjs'
import 'dayjs/locale/en'

dayjs.locale('en')

export const locale = antd
