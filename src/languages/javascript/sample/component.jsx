import { createElement } from 'react';

export function App({ items }) {
  return items.length && <List items={items} />;
}

const List = ({ items }) =>
  items.map((item) => (
    <li key={item}>
      <Item.Title>{item}</Item.Title>
    </li>
  ));

export const Old = () => createElement('div', null, <App />);

function useThing() {
  return <b />;
}
