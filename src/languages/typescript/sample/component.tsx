import React, { memo, useState, type FC } from 'react';
import { Button } from './button';

interface Props {
  title: string;
}

/** Greets. */
export const Greeting: FC<Props> = ({ title }) => <h1 className="x">{title}</h1>;

export function Card<T,>({ title }: Props) {
  const [open, setOpen] = useState<boolean>(false);
  const toggle = () => setOpen(!open);
  const renderBody = () => <p>Don't // worry</p>;
  if (!open) return null;
  return open ? (
    <Button onClick={toggle} {...rest}>
      <ns.Panel.Item key={title} render={() => <Greeting title="a" />} />
      {renderBody()}
      <my-element />
    </Button>
  ) : (
    <></>
  );
}

const Plain = memo(function Plain({ title }: Props) {
  return <Greeting title={title} />;
});
const Forwarded = React.forwardRef<HTMLDivElement, Props>((props, ref) => <div ref={ref} {...props} />);
const Lazy = React.lazy(() => import('./lazy-page'));
const Title = styled.h1<{ big: boolean }>`
  color: ${(props) => props.theme.color};
`;
const Bound = connect(mapState)(Plain);
const Router = withRouter(Plain);
const Config = createContext<Props | null>(null);

function helper() {
  return 1;
}
function NotOne() {
  return helper();
}
function lower() {
  return <i />;
}

export class Legacy extends React.Component<Props> {
  state = { open: false };
  render() {
    return <Card<string> title={this.props.title} />;
  }
}

export default function () {
  return <Config.Provider value={null}>{Bound}</Config.Provider>;
}
