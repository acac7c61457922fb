package Warehouse::Shelf;
use strict;
use warnings;
use List::Util qw(first sum);
use Moose;
use parent qw(Warehouse::Base);
require 'legacy.pl';

use constant CAPACITY => 50;
our $VERSION = '1.4.0';
has code => (is => 'ro');

=head1 DESCRIPTION

sub not_code { }

=cut

# Puts an item on a shelf.
sub add {
    my ($self, $item) = @_;
    push @{ $self->{items} }, $item; # at the end
    return $self;
}

sub _touch { 1 }

1;
