import JsdomEnvironment from 'jest-environment-jsdom';

/** What a test file may set, to be called when one of its tests fails. */
export type ReportingGlobal = {
  onTestFailure?: () => void;
};

/** Tells a test file of its failures, so that it can show what explains them. */
export default class ReportingEnvironment extends JsdomEnvironment {
  handleTestEvent({ name }: { readonly name: string }): void {
    if (name === 'test_fn_failure') {
      (this.global as ReportingGlobal).onTestFailure?.();
    }
  }
}
