export * from './remote-failure.ts'
