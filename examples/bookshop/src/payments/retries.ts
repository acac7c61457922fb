const retryLimit = 3;
const firstWaitMs = 200;

/** Calls again after a failure, waits twice as long each time, and gives up after the third retry. */
export async function withRetries<T>(call: () => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await call();
    } catch (error) {
      if (retry === retryLimit) throw error;
      await new Promise((done) => setTimeout(done, firstWaitMs * 2 ** retry));
    }
  }
}
