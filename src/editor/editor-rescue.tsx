import { Component, type ReactNode } from 'react';

/** Catches a failure of the editor and draws something else in its place, once, so that nothing typed is lost. */
export class EditorRescue extends Component<{ rescue: () => ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.rescue() : this.props.children;
  }
}
