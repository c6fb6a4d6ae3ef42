export * from './http.ts'
export * from './remote-failure.ts'
