mod generating;
mod slow;
