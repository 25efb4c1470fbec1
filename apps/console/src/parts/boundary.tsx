/** Contains rendering errors, so that they do not break the rest of the page. */
import { Component, type ComponentChildren } from "preact";
import { NoAnswer } from "./no-answer.tsx";

interface BoundaryProps {
  readonly children: ComponentChildren;
}

export class Boundary extends Component<BoundaryProps, { readonly problem: string | null }> {
  override state: { readonly problem: string | null } = { problem: null };

  override componentDidCatch(error: unknown): void {
    this.setState({
      problem: `This page cannot be shown: ${String(error)}. Try the command line`,
    });
  }

  override render() {
    return this.state.problem === null ? (
      this.props.children
    ) : (
      <NoAnswer message={this.state.problem} again={() => this.setState({ problem: null })} />
    );
  }
}
